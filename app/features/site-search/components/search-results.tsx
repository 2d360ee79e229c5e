import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { countFound, type FoundGroup, markedPieces, searchAddress, type SearchAnswer } from '../rules.ts'
import { kindTitles, searchWords } from '../words.ts'

/** What was found, in groups of a kind, and its count for those who listen. */
export function SearchResults({ answer: { query, kind, groups, isPartial } }: { answer: SearchAnswer }) {
  const count = countFound(groups)
  return (
    <div className="grid gap-8">
      <p role="status" className="text-sm text-muted empty:hidden">
        {query && count > 0 ? (isPartial ? searchWords.partial(query) : searchWords.found(count)) : ''}
      </p>
      {query && count === 0 && (
        <EmptyState
          level={2}
          title={searchWords.nothing(query)}
          text={searchWords.advice}
          actions={<ButtonLink to="/contact">Contact us</ButtonLink>}
        />
      )}
      {groups.map((group) => (
        <Group key={group.kind} query={query} group={group} />
      ))}
      {query && kind && (
        <Link className="link justify-self-start" to={searchAddress(query)}>
          {searchWords.allKinds(query)}
        </Link>
      )}
    </div>
  )
}

function Group({ query, group: { kind, found, more } }: { query: string; group: FoundGroup }) {
  return (
    <section aria-labelledby={`found-${kind}`}>
      <h2 className="label" id={`found-${kind}`}>
        {kindTitles[kind]}
      </h2>
      <ul className="mt-2 border-t border-hairline">
        {found.map(({ title, about, path, marks }) => (
          <li key={`${path} ${title}`} className="border-b border-hairline">
            <Link
              className="grid min-h-12 content-center gap-0.5 px-2 py-2 transition-colors hover:bg-raised focus-visible:bg-raised"
              to={path}
            >
              <span className="text-ink">
                <Marked text={title} marks={marks} />
              </span>
              <span className="text-sm text-muted">
                <Marked text={about} marks={marks} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link
          className="link mt-2 ml-2 inline-flex min-h-11 items-center text-sm"
          to={searchAddress(query, kind)}
        >
          {searchWords.more(more, kind)}
        </Link>
      )}
    </section>
  )
}

function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  return markedPieces(text, marks).map(({ text: piece, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="bg-transparent text-accent underline decoration-1 underline-offset-4">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
