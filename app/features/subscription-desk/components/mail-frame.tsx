type Props = {
  html: string
  title?: string
  /** Whether it is what the page was opened for. */
  isFirst?: boolean
}

/** An email as a mail program shows it: its own document, which runs and loads nothing. */
export function MailFrame({ html, title = 'The email', isFirst = false }: Props) {
  return (
    <iframe
      className="h-[560px] w-full border border-control bg-sheet"
      sandbox=""
      srcDoc={html}
      title={title}
      tabIndex={0}
      data-focus={isFirst ? '' : undefined}
    />
  )
}
