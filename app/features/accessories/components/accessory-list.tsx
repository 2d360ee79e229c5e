import type { Paging } from '#app/kit/paging.ts'
import { countOf } from '#app/kit/count.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageLinks } from '#app/ui/page-links.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { accessoryQuery } from '../input.ts'
import type { Accessory, AccessoryFilter, Category } from '../rules.ts'
import { listWords } from '../words.ts'
import { AccessoryFilters } from './accessory-filters.tsx'
import { AccessoryTray } from './accessory-tray.tsx'

type ListProps = Paging & {
  filter: AccessoryFilter
  /** The products of this page. */
  products: readonly Accessory[]
  featured: readonly Accessory[]
  /** How many there are without the filter. */
  total: number
  categories: readonly Category[]
  /** Covers by product. */
  photos: Readonly<Record<string, ShownPhoto>>
}

const path = '/accessories'

/** The accessories with their filters, which are in the address so that a search can be shared. */
export function AccessoryList({
  filter,
  products,
  featured,
  total,
  categories,
  photos,
  ...paging
}: ListProps) {
  if (total === 0)
    return (
      <EmptyState
        title={listWords.empty}
        text={listWords.emptyText}
        actions={<ButtonLink to="/drops">Current drop</ButtonLink>}
      />
    )
  return (
    <>
      <AccessoryFilters categories={categories} filter={filter} />
      {featured.length > 0 && (
        <section aria-labelledby="featured">
          <h2 className="h2 mb-6" id="featured">
            Featured
          </h2>
          <AccessoryTray products={featured} photos={photos} isFeatured />
        </section>
      )}
      <section aria-labelledby="shelf">
        <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4">
          <h2 className="h2" id="shelf">
            {categories.find(({ slug }) => slug === filter.category)?.name ?? 'All accessories'}
          </h2>
          <p className="text-sm text-muted" role="status">
            {`${paging.found.toLocaleString('en-US')} of ${countOf(total, 'accessory', 'accessories')}`}
          </p>
        </div>
        {products.length > 0 ? (
          <AccessoryTray products={products} photos={photos} />
        ) : (
          <EmptyState
            title={listWords.none}
            level={3}
            text="Try another search, or browse all categories."
            actions={<ButtonLink to={path}>{listWords.clear}</ButtonLink>}
          />
        )}
        <PageLinks
          paging={paging}
          path={path}
          filter={accessoryQuery(filter)}
          label="Accessories"
          begin="shelf"
        />
      </section>
    </>
  )
}
