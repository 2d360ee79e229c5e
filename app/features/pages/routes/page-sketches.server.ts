// The sketches of the information pages, as markup.
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

/** The sketches of the three principles, with the limits in force. */
export function drawPrinciples(cited: Cited): Record<PrincipleDrawing, string> {
  return {
    groove: toMarkup(createElement(GrooveSketch, { depth: cited['marking.depth']?.figure })),
    papers: toMarkup(createElement(FormsSketch)),
    ruler: toMarkup(createElement(RulerSketch, { figures: limitsIn(cited) })),
  }
}

/** The wordmark and its number of strokes. */
export function drawWordmark() {
  return { strokes: wordmarkStrokes, markup: toMarkup(createElement(WordmarkPlate)) }
}

/** The sketches of the services. */
export function drawServices(cited: Cited): Partial<Record<ServiceDrawing, string>> {
  return {
    course: toMarkup(createElement(CourseSketch, { seats: 12, from: 9, to: 17 })),
    forms: toMarkup(createElement(FormsSketch)),
    ruler: toMarkup(createElement(RulerSketch, { figures: limitsIn(cited) })),
    book: toMarkup(createElement(LogbookSketch)),
    year: toMarkup(createElement(YearSketch)),
  }
}

/** The sketches of two process steps. `review` is the usual duration from the claim: "90 to 180 days". */
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
