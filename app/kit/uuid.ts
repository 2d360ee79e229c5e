const pattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whether a text is a UUID as the database writes it. Ask before comparing an id column with text from an address: PostgreSQL refuses any other. */
export const isUuid = (text: string): boolean => pattern.test(text)
