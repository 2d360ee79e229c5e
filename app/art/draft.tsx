/** A drawing as markup that the server has drawn: a browser needs its lines, not the code that finds them. */
export function Draft({ markup }: { markup: string }) {
  // The element stands for nothing: what is drawn is laid out in its place.
  // oxlint-disable-next-line react/no-danger -- our own drawings: nobody's words come into them unescaped
  return <div className="contents" dangerouslySetInnerHTML={{ __html: markup }} />
}
