import type { TextDocument, TextSection } from '#app/features/texts/rules.ts'
import { accessibility } from '../data/accessibility.ts'
import { privacy } from '../data/privacy.ts'
import { refunds } from '../data/refunds.ts'
import { terms } from '../data/terms.ts'
import type { Policy, PolicyName, PolicySection } from '../rules.ts'

/** The policies that came with the program, as texts that can be written anew. */
export const policyDocuments: Record<PolicyName, TextDocument> = {
  terms: toDocument(terms),
  refunds: toDocument(refunds),
  privacy: toDocument(privacy),
  accessibility: toDocument(accessibility),
}

/** A policy as a text. */
export function toDocument({ title, lead, description, short, sections }: Policy): TextDocument {
  return {
    title,
    lead,
    description,
    figures: short.map((figure) => ({ ...figure })),
    sections: sections.map(
      ({ id, title: heading, text, points = [], table }): TextSection => ({
        level: 2,
        id,
        title: heading,
        paragraphs: [...text],
        points: [...points],
        table: table ? { head: [...table.head], rows: table.rows.map((row) => [...row]) } : null,
        links: [],
      }),
    ),
  }
}

/** A text as a policy. */
export function toPolicy(
  name: PolicyName,
  { title, lead, description, figures, sections }: TextDocument,
): Policy {
  return {
    name,
    title,
    lead,
    description,
    short: figures,
    sections: sections.map(
      ({ id, title: heading, paragraphs, points, table, links }): PolicySection => ({
        id,
        title: heading,
        text: paragraphs,
        ...(points.length > 0 && { points }),
        ...(table && { table }),
        ...(links.length > 0 && { links }),
      }),
    ),
  }
}
