// The small drawings of the pages of words, as markup.
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  LogbookSketch,
  CourseSketch,
  FormsSketch,
  GrooveSketch,
  RulerSketch,
  YearSketch,
} from '../components/sketches.tsx'
import { ReviewScale } from '../components/review-scale.tsx'
import { WordmarkPlate, wordmarkStrokes } from '../components/wordmark-plate.tsx'
import type { PrincipleDrawing } from '../data/about.ts'
import type { ServiceDrawing } from '../data/services.ts'
import type { Cited } from '../rules.ts'

/** The drawings of the three principles, with the lengths that the claims give today. */
export function drawPrinciples(cited: Cited): Record<PrincipleDrawing, string> {
  return {
    groove: toMarkup(createElement(GrooveSketch, { depth: cited['marking.depth']?.figure })),
    papers: toMarkup(createElement(FormsSketch)),
    ruler: toMarkup(createElement(RulerSketch, { figures: limitsIn(cited) })),
  }
}

/** The wordmark with the path of the tool, and how many strokes it takes. */
export function drawWordmark() {
  return { strokes: wordmarkStrokes, markup: toMarkup(createElement(WordmarkPlate)) }
}

/** The drawings on the services' tickets that are not pictures of the rifle. */
export function drawServices(cited: Cited): Partial<Record<ServiceDrawing, string>> {
  return {
    course: toMarkup(createElement(CourseSketch, { seats: 12, from: 9, to: 17 })),
    forms: toMarkup(createElement(FormsSketch)),
    ruler: toMarkup(createElement(RulerSketch, { figures: limitsIn(cited) })),
    book: toMarkup(createElement(LogbookSketch)),
    year: toMarkup(createElement(YearSketch)),
  }
}

/** The two steps that happen on paper. `review` is how long one takes, as the claim says it: "90 to 180 days". */
export function drawProcess(review: string | undefined) {
  return {
    'form-4': toMarkup(createElement(FormsSketch)),
    review: toMarkup(createElement(ReviewScale, { figure: review })),
  }
}

function limitsIn(cited: Cited) {
  return [cited['limit.barrel']?.figure, cited['limit.overall']?.figure]
}

function toMarkup(drawing: ReactElement): string {
  return renderToStaticMarkup(drawing)
}
