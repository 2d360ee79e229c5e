import type { ReactNode } from 'react'
import type { ArtStamp } from '#app/art/art-stamp.ts'
import { receiverHeight, receiverWidth } from '#app/art/relief/receiver-size.ts'
import { turnHeight, turnWidth } from '#app/art/relief/turn-views.ts'
import { Section } from '#app/ui/section.tsx'
import { Turntable } from '#app/ui/turntable.tsx'
import { Film, Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { withNumber } from '../rules/following.ts'
import { numberSrc, type ReceiverPictures, receiverSrcSet, turnViews } from '../rules/receiver-art.ts'
import type { DropStatus } from '../rules.ts'
import { receiverWords } from '../words/receiver.ts'

/** The close views of a drop, one for each variant, and the position of a number's picture on them. */
export type ReceiverViews = ReceiverPictures & {
  variants: readonly {
    name: string
    finish: string
    inset: { left: string; top: string; width: string; height: string }
    /** The photograph of the variant, which takes the place of its close view. */
    photo: ShownPhoto | null
  }[]
  /** How the run ended, and on which day. */
  stamp: ArtStamp | null
}

type Props = {
  views: ReceiverViews
  name: string
  total: number
  status: DropStatus
  number: number | undefined
}

/** The receiver in its own light, with the number that is being picked. Its finishes change without script. */
export function ReceiverView({ views, name, total, status, number }: Props) {
  const { variants, stamp } = views
  const words = variants.every(({ photo }) => photo) ? receiverWords.photographed : receiverWords[status]
  const isChoice = variants.length > 1
  return (
    <Section title={words.title} lead={words.lead}>
      <div
        className="receiver"
        data-pictured=""
        role={isChoice ? 'group' : undefined}
        aria-label={isChoice ? receiverWords.finishes : undefined}
      >
        {variants.map((variant, index) => (
          <View
            key={variant.name}
            views={views}
            index={index}
            number={number}
            isChoice={isChoice}
            alt={receiverWords.alt({
              name,
              total,
              isNumbered: number !== undefined,
              status,
              finish: variant.finish,
            })}
            turned={status === 'coming_soon' ? undefined : receiverWords.lit(name, variant.finish)}
          >
            {stamp && (status === 'sold_out' || status === 'archived') && (
              <p className="receiver-stamp">
                <b>{stamp.text}</b>
                <span>{stamp.day}</span>
              </p>
            )}
          </View>
        ))}
      </div>
    </Section>
  )
}

type ViewProps = {
  views: ReceiverViews
  index: number
  number: number | undefined
  isChoice: boolean
  /** With a place for the number. */
  alt: string
  /** What the whole rifle is said to be; without words it is not shown yet. */
  turned: string | undefined
  children: ReactNode
}

function View({ views, index, number, isChoice, alt, turned, children }: ViewProps) {
  const variant = views.variants[index]
  if (!variant) return null
  return (
    <>
      {isChoice && (
        <label className="receiver-choice">
          <input
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            type="radio"
            name="receiver"
            defaultChecked={index === 0}
          />
          <span className="receiver-name">{variant.name}</span>
        </label>
      )}
      <div className="receiver-view">
        <figure>
          <div className="receiver-picture">
            {variant.photo ? (
              <VariantPhoto photo={variant.photo} />
            ) : (
              <CloseView views={views} index={index} number={number} alt={alt} />
            )}
            {children}
          </div>
          <figcaption className="mt-3 text-sm text-faint">
            {variant.photo
              ? receiverWords.photoCaption(variant.finish)
              : receiverWords.caption(variant.finish)}
          </figcaption>
        </figure>
        {turned && !variant.photo && (
          <div className="mt-8 grid items-center gap-x-12 gap-y-3 lg:grid-cols-[7fr_3fr]">
            <Turntable
              views={turnViews(views, index)}
              name={receiverWords.turn}
              alt={turned}
              width={turnWidth}
              height={turnHeight}
              isLazy
            />
            <p className="text-sm text-muted">{receiverWords.turned}</p>
          </div>
        )}
      </div>
    </>
  )
}

/**
 * The close view with a number cut into it. The first visitor of a run waits for the view to be drawn, and the number waits with
 * it (`site/receiver.ts`).
 */
function CloseView({ views, index, number, alt }: Pick<ViewProps, 'views' | 'index' | 'number' | 'alt'>) {
  return (
    <>
      <p className="receiver-wait" aria-hidden data-failed-words={receiverWords.failed}>
        <span>{receiverWords.loading}</span>
        <i />
      </p>
      <div className="receiver-frame">
        <picture>
          <source type="image/avif" srcSet={receiverSrcSet(views, index, 'avif')} sizes={sizes} />
          <img
            srcSet={receiverSrcSet(views, index, 'webp')}
            sizes={sizes}
            alt={withNumber(alt, number)}
            data-number-alt={alt}
            width={receiverWidth}
            height={receiverHeight}
            loading="lazy"
            decoding="async"
          />
        </picture>
        {number !== undefined && (
          <img
            className="receiver-number"
            src={withNumber(numberSrc(views, index), number)}
            data-number-src={numberSrc(views, index)}
            style={views.variants[index]?.inset}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
    </>
  )
}

function VariantPhoto({ photo }: { photo: ShownPhoto }) {
  const frame = 'block aspect-square sm:aspect-[1280/853]'
  return photo.film ? (
    <Film photo={photo} className={frame} />
  ) : (
    <Photo photo={photo} sizes={photoSizes} className={frame} />
  )
}

const photoSizes = '(width >= 1400px) 1312px, (width >= 600px) 94vw, 100vw'
const sizes = '(width >= 1400px) 1312px, (width >= 900px) 94vw, 150vw'
