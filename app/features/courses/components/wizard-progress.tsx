import { Steps } from '#app/ui/steps.tsx'
import { registrationWords, wizardSteps } from '../words/registration.ts'

/** The steps of the registration. Steps before the current one are marked completed. */
export function WizardProgress({ current }: { current: number }) {
  return (
    <div className="max-w-[860px]">
      <Steps
        steps={wizardSteps.map((label) => ({ label }))}
        current={current}
        label={registrationWords.progress}
      />
    </div>
  )
}
