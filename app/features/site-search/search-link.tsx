import Search from 'lucide-react/icons/search'

export const searchPath = '/search'

/** The magnifier in the header; the key `/` follows it (`site/header.ts`). */
export function SearchLink({ pathname }: { pathname: string }) {
  return (
    <div className="self-center max-md:order-1 md:max-xl:-mx-1">
      <a
        id="search-link"
        className="grid size-11 place-items-center md:max-lg:w-8 text-muted transition-colors hover:text-ink aria-[current]:text-ink"
        href={searchPath}
        aria-label="Search the site"
        aria-keyshortcuts="/"
        aria-current={pathname === searchPath ? 'page' : undefined}
      >
        <Search className="size-5" aria-hidden />
      </a>
    </div>
  )
}
