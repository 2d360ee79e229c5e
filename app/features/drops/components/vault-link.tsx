import ArrowRight from 'lucide-react/icons/arrow-right'
import { ButtonLink } from '#app/ui/button.tsx'
import { earlierDropsWords } from '../words.ts'

/** The link to the vault, with how many drops came before. */
export function VaultLink({ earlier }: { earlier: number }) {
  return (
    <section className="section py-12" aria-labelledby="to-vault">
      <div className="wrap flex flex-wrap items-center justify-between gap-6">
        <h2 className="h3" id="to-vault">
          {earlierDropsWords(earlier)}
        </h2>
        <ButtonLink to="/drops/vault">
          Explore the Vault <ArrowRight aria-hidden />
        </ButtonLink>
      </div>
    </section>
  )
}
