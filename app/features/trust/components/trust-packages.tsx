import Check from 'lucide-react/icons/check'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { AddToCart } from '../../cart/components/add-to-cart.tsx'
import { addedContents, cartPackId, type TrustPackage } from '../rules.ts'
import { buttonWords } from '../words.ts'
import { BundleButton } from './bundle-button.tsx'
import { DownloadPack } from './download-pack.tsx'

/** The ways to buy the pack, side by side; what a dearer one adds is marked. */
export function TrustPackages({ packages }: { packages: readonly TrustPackage[] }) {
  return (
    <div className="tru-pk">
      {packages.map((offer) => {
        const { slug, name, priceCents, besides, flag, saving, contents } = offer
        const added = addedContents(offer, packages)
        return (
          <article key={slug} className={flag ? 'is-flagged' : undefined} aria-labelledby={`package-${slug}`}>
            <header>
              <h3 className="h3" id={`package-${slug}`}>
                {name}
              </h3>
              {flag && <Badge kind="ok">{flag}</Badge>}
            </header>
            <p className="tru-pk-p">
              <Price cents={priceCents} />
              {besides && <span> + {besides}</span>}
            </p>
            <p className="small tru-pk-s">{saving}</p>
            <ul>
              {contents.map((line) => (
                <li key={line} className={added.includes(line) ? 'is-added' : undefined}>
                  <Check aria-hidden />
                  {line}
                </li>
              ))}
            </ul>
            {besides ? (
              <BundleButton variant="primary" block>
                {buttonWords.bundle}
              </BundleButton>
            ) : (
              <div className="tru-take">
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
