import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import { receiverHeight, receiverWidth } from '#app/art/relief/receiver-size.ts'
import type { OfferedVariant } from '#app/features/orders/rules/goods.ts'
import { balanceRange, offeredWords as words, priceRange } from '#app/features/orders/words/offered.ts'
import { PhotoGallery } from '../../photos/components/photo-gallery.tsx'
import { Photo } from '../../photos/components/photo.tsx'
import type { PhotoSet } from '../../photos/rules.ts'
import type { DropStatus } from '../rules.ts'
import { type ReceiverPictures, receiverSrcSet } from '../rules/receiver-art.ts'

/** An execution of the drop's rifle. */
export type VariantView = OfferedVariant & {
  id: string
  description: string | null
  photos?: PhotoSet | undefined
}

type Props = {
  variants: readonly VariantView[]
  /** The drawn close views of the variants, in the same order. */
  receiver: ReceiverPictures
  basePriceCents: number
  depositCents: number
  status: DropStatus
}

/** On a phone a row says these below its name: there the table has to fit without being pushed aside. */
const wideOnly = 'max-sm:hidden'

/**
 * What a number buys: each variant with caliber, barrel, finish and price, what is paid now, and what later. Of a closed drop,
 * what was made: nothing of it is due.
 */
export function RifleFacts({ variants, receiver, basePriceCents, depositCents, status }: Props) {
  const isOver = status === 'archived'
  const prices = variants.length > 0 ? variants.map(({ priceCents }) => priceCents) : [basePriceCents]
  const hasPictures = variants.some(({ photos }) => photos?.cover)
  return (
    <Section
      title={isOver ? words.made : words.title}
      lead={variants.length > 1 && !isOver ? words.lead : undefined}
    >
      {variants.length > 0 && (
        <div className="table-scroll mb-10" role="region" aria-label={words.variants} tabIndex={0}>
          <table className="data-table sm:min-w-[640px]">
            <thead>
              <tr>
                <th scope="col">{words.columns.variant}</th>
                <th scope="col" className={wideOnly}>
                  {words.columns.caliber}
                </th>
                <th scope="col" className={wideOnly}>
                  {words.columns.barrel}
                </th>
                <th scope="col" className={wideOnly}>
                  {words.columns.finish}
                </th>
                <th scope="col" className="r">
                  {words.columns.price}
                </th>
              </tr>
            </thead>
            <tbody>
              {variants.map(({ name, description, caliber, barrel, finish, priceCents, photos }, index) => (
                <tr key={name}>
                  <th scope="row">
                    <div
                      className={
                        hasPictures ? 'grid grid-cols-[96px_minmax(0,1fr)] items-center gap-4' : undefined
                      }
                    >
                      {hasPictures && <VariantPicture photos={photos} receiver={receiver} index={index} />}
                      <div>
                        {name}
                        <span className="block text-sm font-normal sm:hidden">
                          {[caliber, barrel, finish].filter(Boolean).join(', ')}
                        </span>
                        {description && (
                          <span className="block text-sm font-normal text-muted">{description}</span>
                        )}
                      </div>
                    </div>
                  </th>
                  <td className={wideOnly}>{caliber || words.unset}</td>
                  <td className={wideOnly}>{barrel || words.unset}</td>
                  <td className={wideOnly}>{finish || words.unset}</td>
                  <td className="r numeral">{formatCents(priceCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <VariantGallery variants={variants} />
      <DefinitionList
        look="stats"
        items={
          isOver
            ? [{ term: words.price, value: priceRange(prices) }]
            : [
                { term: words.price, value: priceRange(prices), note: words.priceNote },
                { term: words.deposit, value: formatCents(depositCents), note: words.depositNote },
                {
                  term: words.balance,
                  value: balanceRange(prices, depositCents),
                  note: words.balanceNote,
                },
              ]
        }
      />
    </Section>
  )
}

type PictureProps = { photos: PhotoSet | undefined; receiver: ReceiverPictures; index: number }

/** What a variant looks like: its photograph, or its drawing where the others have photographs. */
function VariantPicture({ photos, receiver, index }: PictureProps) {
  const frame = 'aspect-[4/3] rounded-plate border border-hairline'
  return photos?.cover ? (
    <Photo photo={photos.cover} sizes="96px" className={frame} />
  ) : (
    <img
      className={`h-auto w-full object-cover ${frame}`}
      srcSet={receiverSrcSet(receiver, index, 'webp')}
      sizes="96px"
      width={receiverWidth}
      height={receiverHeight}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

/** The further photographs of all variants; one that several have is shown once. */
function VariantGallery({ variants }: Pick<Props, 'variants'>) {
  const all = variants.flatMap(({ photos }) => photos?.gallery ?? [])
  if (all.length === 0) return null
  return (
    <div className="mb-10">
      <PhotoGallery
        photos={[...new Map(all.map((photo) => [photo.hash, photo])).values()]}
        label={words.photographs}
      />
    </div>
  )
}
