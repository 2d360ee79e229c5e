import { services } from '../data/services.ts'

/** The services by id and name, for whoever attaches something to one. */
export const serviceNames = services.map(({ id, title }) => ({ id, title }))
