import type { DiffLine } from '#app/features/texts/rules.ts'

/** The lines of a draft that differ from the version in force. */
export function ChangedLines({ changes }: { changes: readonly (DiffLine & { key: string })[] }) {
  return (
    <ol className="grid gap-1">
      {changes.map(({ key, kind, text }) => (
        <li key={key}>
          {kind === 'removed' ? (
            <del className="con-removed">{text || 'an empty line'}</del>
          ) : (
            <ins className="con-added">{text || 'an empty line'}</ins>
          )}
        </li>
      ))}
    </ol>
  )
}
