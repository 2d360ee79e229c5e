import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import type { NeededSetting } from '../rules.ts'

/** Which settings of the environment a service needs. Their values are secrets: only whether they are set is shown. */
export function SettingsList({ caption, settings }: { caption: string; settings: readonly NeededSetting[] }) {
  return (
    <div className="mb-5">
      <DenseTable
        caption={caption}
        columns={[
          { key: 'name', label: 'Setting', width: 240, kind: 'code' },
          { key: 'state', label: 'State', width: 110 },
          { key: 'help', label: 'What it is' },
        ]}
        rows={settings.map(({ name, isSet, help }) => ({
          id: name,
          cells: [
            name,
            isSet ? (
              <Status key="set" kind="done" quiet>
                Set
              </Status>
            ) : (
              <Status key="set" kind="todo">
                Not set
              </Status>
            ),
            help,
          ],
        }))}
      />
      <p className="con-hint mt-2">
        Secrets stay in the environment of the server. Set them there and start the shop again.
      </p>
    </div>
  )
}
