import { useSearchParams } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { accessoryQuery, parseAccessoryFilter } from '../input.ts'
import { type Accessory, filterAccessories, isFiltered } from '../rules.ts'
import { categoryWords, listWords } from '../words.ts'
import { AccessoryCard } from './accessory-card.tsx'
import { AccessoryFilters } from './accessory-filters.tsx'

/** The tray with its filters. They stand in the address, so that a search can be kept and sent. */
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
        <section className="acy-feat" aria-labelledby="featured">
          <h2 className="h2" id="featured">
            Featured
          </h2>
          <Tray products={featured} />
        </section>
      )}
      <section aria-labelledby="shelf">
        <div className="acy-h">
          <h2 className="h2" id="shelf">
            {filter.category === 'all' ? 'All accessories' : categoryWords[filter.category]}
          </h2>
          <p className="small" role="status">
            {found.length} of {products.length} accessories
          </p>
        </div>
        {found.length > 0 ? (
          <Tray products={found} />
        ) : (
          <EmptyState
            title={listWords.none}
            level={3}
            text="Try another word, or look in every category."
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

function Tray({ products }: { products: readonly Accessory[] }) {
  return (
    <div className="tray">
      {products.map((product) => (
        <AccessoryCard key={product.id} product={product} />
      ))}
    </div>
  )
}
