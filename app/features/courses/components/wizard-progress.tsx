import { Steps } from '#app/ui/steps.tsx'
import { registrationWords, wizardSteps } from '../words/registration.ts'

/** How far the registration has come. Steps before the current one are marked completed. */
export function WizardProgress({ current }: { current: number }) {
  return (
    <div className="reg-progress">
      <Steps
        steps={wizardSteps.map((label) => ({ label }))}
        current={current}
        label={registrationWords.progress}
      />
    </div>
  )
}
