import { Link } from 'react-router'

const contact = '/contact'

/** A sentence that may name the address of the contact page, which becomes a link. Mails write it out in full. */
export function LinkedText({ text }: { text: string }) {
  const at = text.indexOf(contact)
  if (at < 0) return text
  return (
    <span>
      {text.slice(0, at)}
      <Link className="underline underline-offset-4" to={contact}>
        {contact}
      </Link>
      {text.slice(at + contact.length)}
    </span>
  )
}

/** A text before the sentence that names the address of the contact page, and that sentence; either may be empty. */
export function splitAtContact(text: string): { before: string; rest: string } {
  const at = text.indexOf(contact)
  if (at < 0) return { before: text, rest: '' }
  const start = Math.max(...['. ', '! ', '? '].map((end) => text.lastIndexOf(end, at))) + 1
  return { before: text.slice(0, start), rest: text.slice(start).trimStart() }
}
