import type { TextDocument, TextSection } from '#app/features/texts/rules.ts'
import { type QuestionGroup, questionGroups } from '../data/faq.ts'

/** The FAQ that came with the program, as a text that can be written anew. */
export const faqDocument: TextDocument = {
  title: 'Frequently Asked Questions',
  lead: 'Twelve questions in three groups. Every answer about law or wait times shows the date we last checked it. None of it is legal advice.',
  description:
    'Is it legal? How long does approval take? What about travel, fingerprints and braces? Twelve questions about short-barreled rifles, with dated answers.',
  figures: [],
  sections: questionGroups.flatMap(({ id, title, lead, questions }): TextSection[] => [
    { level: 1, id, title, paragraphs: [lead], points: [], table: null, links: [] },
    ...questions.map(
      ({ id: anchor, question, answer, calls = [] }): TextSection => ({
        level: 2,
        id: anchor,
        title: question,
        paragraphs: [...answer],
        points: [],
        table: null,
        links: calls.map((call) => ({ ...call })),
      }),
    ),
  ]),
}

/** The groups of a written FAQ. Points of an answer are sentences of it. */
export function toGroups({ sections }: Pick<TextDocument, 'sections'>): QuestionGroup[] {
  const groups: (Omit<QuestionGroup, 'questions'> & { questions: QuestionGroup['questions'][number][] })[] =
    []
  for (const { level, id, title, paragraphs, points, links } of sections)
    if (level === 1) groups.push({ id, title, lead: paragraphs.join(' '), questions: [] })
    else
      groups.at(-1)?.questions.push({
        id,
        question: title,
        answer: [...paragraphs, ...points],
        ...(links.length > 0 && { calls: links }),
      })
  return groups
}
