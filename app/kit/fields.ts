import { z } from 'zod'
import { parseDollars } from './money.ts'

const words = {
  wrong: 'Enter an address with a domain, like name@example.com',
  long: 'This address is too long',
}

/** The longest address, and the longest part before the @ (RFC 5321, 4.5.3.1). */
const maxLength = 254
const maxLocalLength = 64

/** What a browser's field accepts, with a dot in the domain. In lower case, other letters in ASCII (`n@müller.example` is `n@xn--mller-kva.example`). */
export function emailAddress({ missing, wrong = words.wrong, long = words.long }: EmailWords) {
  return z
    .string(missing)
    .trim()
    .toLowerCase()
    .overwrite(withAsciiDomain)
    .superRefine((address, context) => {
      const isLong = address.length > maxLength || address.lastIndexOf('@') > maxLocalLength
      const isRight = z.regexes.html5Email.test(address) && /@.*\./.test(address)
      const message = address === '' ? missing : isLong ? long : isRight ? undefined : wrong
      if (message) context.addIssue({ code: 'custom', message })
    })
}

type EmailWords = { missing: string; wrong?: string; long?: string }

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // ASCII stays as it was typed: the parser of addresses would read more into it.
  if (at < 1 || /^[\0-\x7F]*$/.test(domain) || /[\s/:?#@[\]\\]/.test(domain)) return address
  return URL.canParse(`http://${domain}`)
    ? `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
    : address
}

/** The own key of a form that makes something: its page makes it, and sent twice the form makes one thing. */
export const formKey = z.string().min(16).max(100)

export const dollars = (message: string) =>
  z.string(message).transform((typed, context) => {
    const cents = parseDollars(typed)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const isTicked = z
  .string()
  .optional()
  .transform((value) => value === 'yes')
