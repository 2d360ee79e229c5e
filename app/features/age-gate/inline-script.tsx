import type { GateDocument } from './gate-script.ts'

/** The script in the page itself, for what has to be known before anything is painted. The content policy lets it run by its hash. */
export function InlineScript({ source, gate }: { source: string; gate: GateDocument }) {
  return (
    <script
      suppressHydrationWarning
      data-gate={gate}
      // oxlint-disable-next-line react/no-danger -- our own text, made from checked functions; nothing a visitor sent
      dangerouslySetInnerHTML={{ __html: source }}
    />
  )
}
