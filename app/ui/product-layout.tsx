import { Fragment, type ReactNode, useId } from 'react'
import { Link } from 'react-router'

type Crumb = { label: string; to: string }

type Props = {
  crumbs: readonly Crumb[]
  title: string
  picture: ReactNode
  price: ReactNode
  description: string
  actions: ReactNode
  facts?: readonly { term: string; value: ReactNode }[]
  children?: ReactNode
}

export function ProductLayout(props: Props) {
  const { crumbs, title, picture, price, description, actions, facts = [], children } = props
  const heading = useId()
  return (
    <>
      <section className="pt-8 pb-section lg:pt-12" aria-labelledby={heading}>
        <div className="wrap grid gap-6">
          <nav aria-label="Breadcrumb">
            <ol className="flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
              {crumbs.map(({ label, to }, index) => (
                <Fragment key={to}>
                  {index > 0 && <li aria-hidden>/</li>}
                  <li>
                    <Link className="link" to={to}>
                      {label}
                    </Link>
                  </li>
                </Fragment>
              ))}
            </ol>
          </nav>
          <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
            <div
              className={`relative grid aspect-[3/2] place-items-center overflow-hidden rounded-plate border border-hairline bg-sheet ${picture ? '' : 'border-dashed'}`}
            >
              {picture || (
                <span
                  className="display px-6 text-center text-display-sm wrap-anywhere text-faint"
                  aria-hidden
                >
                  {title}
                </span>
              )}
            </div>
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
              <h1 className="h1 wrap-anywhere" id={heading}>
                {title}
              </h1>
              <div className="flex flex-wrap items-center gap-4 [&>.badge]:py-1 [&>.badge]:leading-tight [&>.badge]:whitespace-normal">
                {price}
              </div>
              <p className="lead">{description}</p>
              <div className="grid gap-3">{actions}</div>
              {facts.length > 0 && (
                <dl className="border-t border-hairline">
                  {facts.map(({ term, value }) => (
                    <div key={term} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-hairline py-3">
                      <dt className="flex-[2_1_5.5rem] text-sm text-muted">{term}</dt>
                      <dd className="flex-[5_1_11rem] text-sm">{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          </div>
        </div>
      </section>
      {children}
    </>
  )
}

export function FactList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
