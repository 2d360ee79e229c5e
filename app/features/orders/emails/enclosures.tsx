import { MailButton, MailFacts, MailHeading, MailNote, MailText } from '#app/mail/blocks.tsx'
import { rowsText } from '#app/mail/rows-text.ts'
import type { Enclosure } from '../sellable.ts'

type Props = { enclosed: readonly Enclosure[]; publicUrl: string }

export function Enclosures({ enclosed, publicUrl }: Props) {
  return enclosed.map(({ title, text, rows, how, go, notes }) => (
    <div key={title}>
      <MailHeading>{title}</MailHeading>
      <MailText>{text}</MailText>
      {rows.length > 0 && <MailFacts rows={rows} />}
      <MailText>{how}</MailText>
      <MailButton href={publicUrl + go.path}>{go.label}</MailButton>
      {notes.map((note) => (
        <MailNote key={note}>{note}</MailNote>
      ))}
    </div>
  ))
}

export function enclosuresText({ enclosed, publicUrl }: Props): string[] {
  return enclosed.flatMap(({ title, text, rows, how, go, notes }) => [
    title,
    text,
    ...(rows.length > 0 ? [rowsText(rows)] : []),
    how,
    `${go.label}:\n${publicUrl}${go.path}`,
    ...notes,
  ])
}
