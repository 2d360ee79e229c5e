import Check from 'lucide-react/icons/check'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { addedContents, cartPackId, type TrustPackage } from '../rules.ts'
import { buttonWords, bundleWords } from '../words.ts'
import { BundleButton } from './bundle-button.tsx'
import { DownloadPack } from './download-pack.tsx'

const card =
  'row-span-5 grid grid-rows-subgrid gap-3 rounded-plate border bg-sheet p-7 max-lg:px-5 max-lg:py-6'

/** The ways to buy the pack, side by side, with what the larger one adds marked. */
export function TrustPackages({ packages }: { packages: readonly TrustPackage[] }) {
  return (
    <div className="grid grid-cols-2 gap-6 max-lg:grid-cols-1">
      {packages.map((offer) => {
        const { slug, name, priceCents, besides, flag, saving, contents } = offer
        const added = addedContents(offer, packages)
        return (
          <article
            key={slug}
            className={`${card} ${flag ? 'border-accent-dim' : 'border-hairline'}`}
            aria-labelledby={`package-${slug}`}
          >
            <header className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="h3" id={`package-${slug}`}>
                {name}
              </h3>
              {flag && <Badge kind="ok">{flag}</Badge>}
            </header>
            <p className="text-lg text-muted">
              <Price className="text-h2 leading-none font-light text-ink" cents={priceCents} />
              {besides && <span> + {besides}</span>}
            </p>
            <p className="text-sm text-muted">
              {saving}
              {besides && <span className="block">{bundleWords.free}</span>}
            </p>
            <ul className="divide-y divide-hairline border-t border-hairline py-3">
              {contents.map((item) => (
                <li
                  key={item}
                  className={`flex items-center gap-3 py-2 ${added.includes(item) ? 'text-ink' : 'text-muted'}`}
                >
                  <Check
                    aria-hidden
                    className={`size-4 flex-none ${added.includes(item) ? 'text-accent' : ''}`}
                  />
                  {item}
                </li>
              ))}
            </ul>
            {besides ? (
              <BundleButton variant="primary" block>
                {buttonWords.bundle}
              </BundleButton>
            ) : (
              <div className="grid gap-2 self-end">
                <DownloadPack block />
                <AddToCart
                  kind="trust_pack"
                  id={cartPackId}
                  describedBy={`package-${slug}`}
                  variant="text"
                  block
                />
              </div>
            )}
          </article>
        )
      })}
    </div>
  )
}
