import { z } from 'zod'

/** The own key of a form that makes something: its page makes it, and sent twice the form makes one thing. */
export const formKey = z.string().min(16).max(100)
