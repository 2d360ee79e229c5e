import type { CSSProperties } from 'react'
import { layOutLettering, letteringPath } from '#app/art/pantograph/lettering.ts'
import { numberFlat, receiverFrame, receiverHeight, receiverWidth } from '#app/art/relief/receiver-frame.ts'
import { Photo } from '../../photos/components/photo.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import { receiverSrcSet } from '../rules/art.ts'
import type { DropPageView } from '../routes/drop-view.server.ts'

export type ReceiverViews = DropPageView['receiver']

const sizes = '(width >= 900px) 87vw, 164vw'

export function ReceiverStage({
  receiver,
  cover,
  number,
  total,
  isPicking,
  name,
  transitionName,
}: {
  receiver: ReceiverViews
  cover: ShownPhoto | null
  number: number | undefined
  total: number
  isPicking: boolean
  name: string
  transitionName: string
}) {
  const isDrawn = !cover && receiver.variants.some(({ photo }) => !photo)
  const at = (file: string) => `${receiver.base}/${file}?v=${receiver.version}`
  return (
    <div className="stage-metal" style={{ viewTransitionName: transitionName }}>
      <div className="stage-picture" data-drawn={isDrawn || undefined}>
        {isDrawn && receiver.isLined && receiver.isSurvey && (
          <div
            className="stage-lines absolute inset-y-0 bg-size-[100%_100%] opacity-60 lg:bg-(image:--lines)"
            style={{ '--lines': `url("${at('lines.svg')}")` } as CSSProperties}
          />
        )}
        {cover ? (
          <div className="stage-view absolute inset-0">
            <Photo photo={cover} sizes={sizes} isFirst />
          </div>
        ) : (
          receiver.variants.map(({ photo }, index) => (
            <div
              className="stage-view absolute inset-0"
              style={{ '--i': index } as CSSProperties}
              key={index}
            >
              {photo ? (
                <Photo photo={photo} sizes={sizes} isFirst={index === 0} />
              ) : (
                <CloseView
                  receiver={receiver}
                  index={index}
                  alt={closeViewAlt(receiver, name, total, index)}
                />
              )}
            </div>
          ))
        )}
        {isDrawn && isPicking && (
          <>
            {receiver.isLined && number !== undefined && (
              <img
                className="stage-lines stage-line"
                data-cut={!receiver.isSurvey || undefined}
                src={at(`line-${number}.svg`)}
                data-number-src={at('line-{}.svg')}
                alt=""
                decoding="async"
              />
            )}
            <CutNumber receiver={receiver} total={total} />
          </>
        )}
      </div>
    </div>
  )
}

type CloseViewProps = { receiver: ReceiverViews; index: number; alt?: string; isLazy?: boolean }

/** The close view of one variant. Until it is lit, the server answers with its outline. */
export function CloseView({ receiver, index, alt = '', isLazy = false }: CloseViewProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={receiverSrcSet(receiver, index, 'avif')} sizes={sizes} />
      <img
        className="h-auto w-full"
        srcSet={receiverSrcSet(receiver, index, 'webp')}
        sizes={sizes}
        width={receiverWidth}
        height={receiverHeight}
        alt={alt}
        decoding="async"
        {...(index === 0 && !isLazy ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  )
}

const px = receiverWidth / receiverFrame.width
const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

function settingOf(platform: ReceiverViews['platform']) {
  const flat = numberFlat(platform)
  const setting = { height: flat.height * px, width: flat.width, tracking: flat.tracking }
  const laid = layOutLettering('№ 00', setting)
  const [, , first = { x: 0 }, second = { x: 0 }] = laid.glyphs
  const [alone = { x: 0 }] = layOutLettering('0', setting).glyphs
  const advance = second.x - first.x
  const widthOf = (count: number) => laid.width + (count - 2) * advance
  return { flat, setting, start: first.x - alone.x, advance, widthOf }
}

export function numberStyle(platform: ReceiverViews['platform'], number: number | undefined): CSSProperties {
  const { flat, widthOf } = settingOf(platform)
  const figures = String(number ?? '')
  const counts = [1, 2, 3, 4].map((count) => {
    const width = widthOf(count)
    return [count, width.toFixed(1), Math.min(1, (flat.room * px) / width).toFixed(3)] as const
  })
  const chosen = counts[Math.max(0, figures.length - 1)]
  return {
    ...Object.fromEntries(
      counts.flatMap(([count, w, k]) => [
        [`--w${count}`, w],
        [`--k${count}`, k],
      ]),
    ),
    ...Object.fromEntries([0, 1, 2, 3].map((at) => [`--d${at + 1}`, figures[at] ?? '-9'])),
    '--w': chosen?.[1],
    '--k': chosen?.[2],
    '--v': 0,
  } as CSSProperties
}

function CutNumber({ receiver, total }: { receiver: ReceiverViews; total: number }) {
  const { flat, setting, start, advance } = settingOf(receiver.platform)
  const tool = flat.tool * px
  const places = Array.from(String(total), (_, at) => at)
  const style = {
    '--cx': `${((flat.x - receiverFrame.x) * px).toFixed(1)}px`,
    '--cy': `${((flat.y - flat.height / 2 - receiverFrame.y) * px).toFixed(1)}px`,
    '--half': `${(setting.height / 2).toFixed(1)}px`,
  } as CSSProperties
  const layers = [
    { width: tool * 1.22, dx: -1.1, dy: -1.9 },
    { width: tool * 1.14, dx: 1.2, dy: 1.9 },
    { width: tool * 0.95, dx: 0, dy: 0 },
    { width: tool * 0.68, dx: 0.5, dy: 0.9 },
  ]
  return (
    <svg viewBox={`0 0 ${receiverWidth} ${receiverHeight}`} aria-hidden>
      <defs>
        <path id="cut-no" d={letteringPath('№', setting)} />
        {digits.map((digit) => (
          <path key={digit} id={`cut-${digit}`} pathLength={1} d={letteringPath(digit, setting)} />
        ))}
      </defs>
      <g className="cut" style={style}>
        {layers.map(({ width, dx, dy }) => (
          <g key={width} strokeWidth={width.toFixed(1)} transform={`translate(${dx} ${dy})`}>
            <g className="cut-group">
              <use href="#cut-no" />
              {places.map((at) => (
                <g
                  className="cut-slot"
                  key={at}
                  transform={`translate(${(start + at * advance).toFixed(1)} 0)`}
                  style={{ '--at': `var(--d${at + 1})` } as CSSProperties}
                >
                  {digits.map((digit) => (
                    <g key={digit} style={{ '--d': digit } as CSSProperties}>
                      <use href={`#cut-${digit}`} />
                    </g>
                  ))}
                </g>
              ))}
            </g>
          </g>
        ))}
      </g>
    </svg>
  )
}

export function digitsOf(number: number) {
  const figures = String(number)
  return {
    'data-figures': figures.length,
    ...Object.fromEntries(Array.from('1234', (place, at) => [`data-d${place}`, figures[at] ?? '-9'])),
  }
}

export function closeViewAlt({ variants }: ReceiverViews, name: string, total: number, index = 0): string {
  const finish = variants[index]?.finish
  return `Close view of the receiver${finish ? `, ${finish}` : ''}, engraved “of ${total}, ${name}”`
}
