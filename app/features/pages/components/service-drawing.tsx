import { BookDraft, CourseDraft, FormsDraft, RulerDraft, YearDraft } from './drafts.tsx'
import { Drawn } from './drawn.tsx'

type Props = {
  drawing: 'course' | 'bench' | 'barrel' | 'forms' | 'ruler' | 'book' | 'year'
  /** The lengths to mark on the rule, as the claims give them today. */
  limits: readonly (string | undefined)[]
}

/** The drawing on a service's ticket. It shows what is worked on, and repeats nothing that the words leave out. */
export function ServiceDrawing({ drawing, limits }: Props) {
  switch (drawing) {
    case 'course':
      return <CourseDraft seats={12} from={9} to={17} />
    case 'bench':
      return <Drawn art="service-bench" alt="" />
    case 'barrel':
      return <Drawn art="service-barrel" alt="" />
    case 'forms':
      return <FormsDraft />
    case 'ruler':
      return <RulerDraft figures={limits} />
    case 'book':
      return <BookDraft />
    case 'year':
      return <YearDraft />
  }
}
