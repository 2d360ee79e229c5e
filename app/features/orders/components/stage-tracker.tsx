import { Steps } from '#app/ui/steps.tsx'
import { type Ending, isEnding, type Stage, stages } from '../rules.ts'
import { endingWords, stageWords } from '../words.ts'

/** The stages of a reservation, and what happens in the current one. */
export function StageTracker({ stage }: { stage: Stage | Ending }) {
  if (isEnding(stage)) return <p className="lead">{endingWords[stage]}: this reservation has ended.</p>
  const current = stages.indexOf(stage)
  return (
    <>
      <Steps
        label="Stages of your reservation"
        current={stage === 'transferred' ? stages.length : current}
        steps={stages.map((each) => ({ label: stageWords[each].label }))}
      />
      <p className="max-w-text text-muted">{stageWords[stage].text}</p>
    </>
  )
}
