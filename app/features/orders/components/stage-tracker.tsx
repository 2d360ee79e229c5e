import { Steps } from '#app/ui/steps.tsx'
import { type Ending, isEnding, type Stage, stages } from '../rules.ts'
import { endingWords, stageWords } from '../words.ts'

/** How far the firearm behind a reservation has come, of seven stages, and what happens in the present one. */
export function StageTracker({ stage }: { stage: Stage | Ending }) {
  if (isEnding(stage)) return <p className="lead">{endingWords[stage]}: this reservation goes no further.</p>
  const current = stages.indexOf(stage)
  return (
    <>
      <Steps
        label="Stages of your reservation"
        current={stage === 'transferred' ? stages.length : current}
        steps={stages.map((each) => ({ label: stageWords[each].label }))}
      />
      <p className="stage-now">{stageWords[stage].text}</p>
    </>
  )
}
