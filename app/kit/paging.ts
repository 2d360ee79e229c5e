export type Paging = { page: number; pages: number; found: number }

const maxPage = 100_000

/** 1 if it is missing or invalid. */
export function requestedPage(query: URLSearchParams): number {
  const wanted = query.get('page') ?? ''
  return /^\d{1,6}$/.test(wanted) ? Math.min(maxPage, Math.max(1, Number(wanted))) : 1
}

/** The requested one, or the last. A list without rows has one page. */
export function pagingOf({ wanted, found, size }: { wanted: number; found: number; size: number }): Paging {
  const pages = Math.max(1, Math.ceil(found / size))
  return { page: Math.min(wanted, pages), pages, found }
}

export function pagePath(path: string, filter: URLSearchParams, page: number): string {
  const query = new URLSearchParams(filter)
  query.delete('page')
  if (page > 1) query.set('page', String(page))
  return query.size ? `${path}?${query}` : path
}

export function pagesAround({ page, pages }: Paging): number[] {
  const wanted = [1, page - 1, page, page + 1, pages]
  return [...new Set(wanted)].filter((each) => each >= 1 && each <= pages).toSorted((a, b) => a - b)
}
