import { expect, test } from 'vitest'
import { referenceClaims } from '#db/sample/data/claims.ts'
import { citedKeys } from '../rules.ts'
import { principles } from './about.ts'
import { questionGroups } from './faq.ts'
import { definition, topics } from './learn.ts'
import { processSteps, suppressorReady } from './process.ts'
import { services } from './services.ts'

const sentences = [
  ...principles.flatMap(({ text }) => text),
  ...questionGroups.flatMap((group) => group.questions.flatMap(({ answer }) => answer)),
  ...definition,
  ...topics.flatMap(({ text }) => text),
  ...processSteps.flatMap(({ text }) => text),
  ...suppressorReady.text,
]

test('every claim that a page cites comes with a new shop', () => {
  const known = new Set(referenceClaims.map((claim) => claim.key))
  expect(citedKeys(sentences).filter((key) => !known.has(key))).toEqual([])
})

test('no page states amounts or waiting times directly: those are claims', () => {
  expect(sentences.filter((sentence) => /\$\d|\b\d+ (days|weeks|months|years)\b/.test(sentence))).toEqual([])
})

test('there are three groups of four questions, seven services, five steps and four topics', () => {
  expect(questionGroups.map(({ title, questions }) => [title, questions.length])).toEqual([
    ['Legal & Compliance', 4],
    ['Form 1 Process', 4],
    ['Technical & Assembly', 4],
  ])
  expect(services.map(({ title, call }) => [title, call.to])).toEqual([
    ['NRA Basic Pistol Course', '/course-registration'],
    ['Gunsmithing and customization', '/contact'],
    ['Compliance modifications', '/contact'],
    ['Transfer and filing assistance', '/contact'],
    ['Training and education', '/learn'],
    ['ATF compliance consulting', '/contact'],
    ['Maintenance plans', '/contact'],
  ])
  expect(processSteps).toHaveLength(5)
  expect(topics).toHaveLength(4)
  expect(principles.map(({ title }) => title)).toEqual(['Precision', 'Compliance', 'Education'])
})

test('every place that a page can be entered at has its own name', () => {
  const onFaq = questionGroups.flatMap((group) => [group.id, ...group.questions.map(({ id }) => id)])
  for (const names of [onFaq, topics.map(({ id }) => id), services.map(({ id }) => id)])
    expect(new Set(names).size).toBe(names.length)
})
