import { type Stage, stages } from '#app/features/orders/rules.ts'

/** The stages that a short-barreled rifle is moved through after its reservation, up to this one. */
export function stagesUpTo(stage: Stage): Stage[] {
  return stages.slice(1, stages.indexOf(stage) + 1)
}
