import { z } from 'zod'
import { emailAddress } from '#app/kit/fields.ts'

export const email = emailAddress({ missing: 'Enter an email address.' })
export const password = z.string().min(1, 'Enter your password.').max(1_000, 'This password is too long.')
export const code = z.string().trim().min(1, 'Enter the code.').max(40, 'This code is too long.')
