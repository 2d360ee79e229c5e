import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Section } from '#app/ui/section.tsx'
import type { HomeData } from '../rules/home.ts'

/** Two sold-out drops and a link to the vault. */
export function VaultWindow({ home: { words, archives } }: { home: HomeData }) {
  return (
    <Section title={words.vault.title} lead={words.vault.lead}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] gap-6">
        {archives.map(({ slug, name, theme, dropNumber, totalUnits, patch }) => (
          <Link
            key={slug}
            className="group grid grid-cols-[112px_minmax(0,1fr)] items-center gap-4 rounded-plate border border-hairline bg-sheet p-4 transition-colors duration-normal hover:border-control hover:bg-plate lg:grid-cols-[190px_1fr] lg:gap-6 lg:p-6"
            to={`/drops/${slug}`}
            data-theme={theme}
          >
            <img
              className="h-auto w-full brightness-85 saturate-50 transition-[filter] duration-slow group-hover:brightness-100 group-hover:saturate-100"
              src={patch.src}
              srcSet={patch.srcSet}
              sizes="(width >= 900px) 190px, 112px"
              alt=""
              width={240}
              height={240}
              loading="lazy"
              decoding="async"
            />
            <div>
              <Badge kind="sold">SOLD OUT</Badge>
              <h3 className="h3 mt-4 mb-1">{name}</h3>
              <p className="text-muted">
                Drop № {String(dropNumber).padStart(3, '0')}, {totalUnits} units
              </p>
            </div>
          </Link>
        ))}
        <Link
          className="grid min-h-[120px] place-content-center justify-items-center gap-4 rounded-plate border border-dashed border-control font-display text-lg leading-none tracking-wide transition-colors hover:bg-sheet"
          to="/drops/vault"
        >
          <ArrowRight aria-hidden />
          View All Archives
        </Link>
      </div>
    </Section>
  )
}
