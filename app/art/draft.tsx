/** A drawing as markup from the server: the browser does not need the drawing code. */
export function Draft({ markup }: { markup: string }) {
  // The element itself takes no part in the layout.
  // oxlint-disable-next-line react/no-danger -- our own drawings, with all text escaped
  return <div className="contents" dangerouslySetInnerHTML={{ __html: markup }} />
}
