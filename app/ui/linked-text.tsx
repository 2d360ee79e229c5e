const addresses = /\/(?:contact|confirm-email)(?![\w/-])/

export function LinkedText({ text }: { text: string }) {
  const found = addresses.exec(text)
  if (!found) return text
  const [address] = found
  return (
    <span>
      {text.slice(0, found.index)}
      <a className="underline underline-offset-4" href={address}>
        {address}
      </a>
      {text.slice(found.index + address.length)}
    </span>
  )
}

export function splitAtLink(text: string): { before: string; rest: string } {
  const at = text.search(addresses)
  if (at < 0) return { before: text, rest: '' }
  const start = Math.max(...['. ', '! ', '? '].map((end) => text.lastIndexOf(end, at))) + 1
  return { before: text.slice(0, start), rest: text.slice(start).trimStart() }
}
