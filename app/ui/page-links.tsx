import { type Paging, pagePath, pagesAround } from '#app/kit/paging.ts'
import { buttonClass } from './button.tsx'

type Props = {
  paging: Paging
  path: string
  filter?: URLSearchParams
  label: string
  begin?: string
}

export function PageLinks({ paging, path, filter = new URLSearchParams(), label, begin }: Props) {
  const { page, pages } = paging
  if (pages <= 1) return null
  const to = (at: number) => pagePath(path, filter, at) + (begin ? `#${begin}` : '')
  const shown = pagesAround(paging)
  return (
    <nav
      className="mt-10 flex flex-wrap items-center justify-center gap-x-2 gap-y-4"
      aria-label={`${label}, pages`}
    >
      {page > 1 && (
        <a className={buttonClass({ size: 'sm' })} href={to(page - 1)} rel="prev">
          Previous
        </a>
      )}
      <ol className="flex flex-wrap items-center gap-1 max-sm:order-first max-sm:w-full max-sm:justify-center">
        {shown.map((at, index) => (
          <li key={at} className="flex items-center gap-1">
            {at - (shown[index - 1] ?? 0) > 1 && (
              <span className="px-1 text-muted" aria-hidden>
                …
              </span>
            )}
            {at === page ? (
              <span
                className="numeral grid h-11 min-w-11 place-items-center rounded-control border border-control px-2 text-accent"
                aria-current="page"
              >
                <span className="sr-only">Page </span>
                {at}
              </span>
            ) : (
              <a className="numeral link grid h-11 min-w-11 place-items-center px-2" href={to(at)}>
                <span className="sr-only">Page </span>
                {at}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className={buttonClass({ size: 'sm' })} href={to(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
