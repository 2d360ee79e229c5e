import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import type { MagazineLimits } from '../rules.ts'
import { shippingNotice } from '../words.ts'

/** Shipping restrictions: magazine limits by state and the date they were checked. */
export function MagazineLimitsNotice({ limits }: { limits: MagazineLimits }) {
  return (
    <div className="grid gap-3">
      <p className="lead">{shippingNotice}</p>
      {limits.checkedOn && (
        <p className="text-sm text-faint">
          State rules as of{' '}
          <time className="whitespace-nowrap" dateTime={limits.checkedOn}>
            {formatCalendarDate(limits.checkedOn)}
          </time>
          .
        </p>
      )}
      {limits.states.length > 0 && (
        <Accordion
          items={[
            {
              title: 'Magazine limits by state',
              content: (
                <div
                  className="table-scroll"
                  tabIndex={0}
                  role="region"
                  aria-label="Magazine limits by state"
                >
                  <table className="data-table max-w-[560px]">
                    <thead>
                      <tr>
                        <th scope="col">State</th>
                        <th scope="col">Handgun</th>
                        <th scope="col">Long gun</th>
                      </tr>
                    </thead>
                    <tbody>
                      {limits.states.map(({ state, handgun, longGun }) => (
                        <tr key={state}>
                          <th scope="row">{state}</th>
                          <td>{handgun ?? 'none'}</td>
                          <td>{longGun ?? 'none'}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}
