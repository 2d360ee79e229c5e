/** An email as a mail program shows it: its own document, which runs and loads nothing. */
export function MailFrame({ html, title = 'The email' }: { html: string; title?: string }) {
  return (
    <iframe
      className="h-[560px] w-full border border-control bg-sheet"
      sandbox=""
      srcDoc={html}
      title={title}
      tabIndex={0}
    />
  )
}
