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
