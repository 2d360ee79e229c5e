import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Section } from '#app/ui/section.tsx'
import type { HomeData } from '../rules/home.ts'

/** Two closed drops, and the door to all of them. */
export function VaultWindow({ home: { archives } }: { home: HomeData }) {
  return (
    <Section title="The Vault" lead="Closed runs. The numbers are not reused.">
      <div className="home-vault">
        {archives.map(({ slug, name, theme, dropNumber, totalUnits, patch }) => (
          <Link key={slug} className="home-va" to={`/drops/${slug}`} data-theme={theme}>
            <img
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
              <h3 className="h3">{name}</h3>
              <p>
                Drop № {String(dropNumber).padStart(3, '0')}, {totalUnits} units
              </p>
            </div>
          </Link>
        ))}
        <Link className="home-va-all" to="/drops/vault">
          <ArrowRight aria-hidden />
          View All Archives
        </Link>
      </div>
    </Section>
  )
}
