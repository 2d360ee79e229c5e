import { useSearchParams } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { accessoryQuery, parseAccessoryFilter } from '../input.ts'
import { type Accessory, filterAccessories, isFiltered } from '../rules.ts'
import { categoryWords, listWords } from '../words.ts'
import { AccessoryCard } from './accessory-card.tsx'
import { AccessoryFilters } from './accessory-filters.tsx'

/** The accessories with their filters, which are in the address so that a search can be shared. */
export function AccessoryList({ products }: { products: readonly Accessory[] }) {
  const [query, setQuery] = useSearchParams()
  const filter = parseAccessoryFilter(query)
  const found = filterAccessories(products, filter)
  const featured = isFiltered(filter) ? [] : products.filter((product) => product.featured)
  return (
    <>
      <AccessoryFilters
        filter={filter}
        onChange={(changed) => setQuery(accessoryQuery(changed), { replace: true, preventScrollReset: true })}
      />
      {featured.length > 0 && (
        <section aria-labelledby="featured">
          <h2 className="h2 mb-6" id="featured">
            Featured
          </h2>
          <Tray products={featured} isFeatured />
        </section>
      )}
      <section aria-labelledby="shelf">
        <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4">
          <h2 className="h2" id="shelf">
            {filter.category === 'all' ? 'All accessories' : categoryWords[filter.category]}
          </h2>
          <p className="text-sm text-muted" role="status">
            {found.length} of {products.length} accessories
          </p>
        </div>
        {found.length > 0 ? (
          <Tray products={found} />
        ) : (
          <EmptyState
            title={listWords.none}
            level={3}
            text="Try another search, or browse all categories."
            actions={
              <ButtonLink to="/accessories" replace preventScrollReset>
                {listWords.clear}
              </ButtonLink>
            }
          />
        )}
      </section>
    </>
  )
}

/** A tray of compartments: hairlines between the products. */
function Tray({ products, isFeatured = false }: { products: readonly Accessory[]; isFeatured?: boolean }) {
  return (
    <div
      className={`grid overflow-hidden rounded-plate border sm:grid-cols-2 xl:grid-cols-4 ${isFeatured ? 'border-control' : 'border-hairline lg:grid-cols-3'}`}
    >
      {products.map((product) => (
        <AccessoryCard key={product.id} product={product} isFeatured={isFeatured} />
      ))}
    </div>
  )
}
