import { z } from 'zod'
import { brand } from '#app/kit/brand.ts'
import { apiDrop, apiError, apiPatch, apiVariant } from './api-responses.server.ts'

/** The OpenAPI document, built from the schemas that type the responses. */
export function describeApi(publicUrl: string) {
  const one = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const many = (name: string) => ({ type: 'array', items: one(name) })
  const noDrop = 'No drop is at this address (drop_not_found)'
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} drops`,
      version: '1.0.0',
      description:
        'The public reads of the shop. Amounts are US cents, instants are UTC. Each answer to a read carries an ETag; ask again with If-None-Match. Pages of any origin may read every answer. Errors are of the shape Error: an address that is not described here is no_such_address (404), anything but reading is method_not_allowed (405).',
    },
    servers: [{ url: publicUrl }],
    paths: {
      '/api/drops': {
        get: {
          ...read('listDrops', 'Drops, newest number first, at most a hundred', many('Drop')),
          description:
            'The answer has a Link header with rel="next" where the list goes on. A limit or a number that is none is bad_page (400).',
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
            {
              name: 'below',
              in: 'query',
              description: 'Go on below this number of a drop',
              schema: { type: 'integer', minimum: 1 },
            },
          ],
        },
      },
      '/api/drops/current': {
        get: read('findCurrentDrop', 'The newest live drop', one('Drop'), 'No drop is live (no_live_drop)'),
      },
      '/api/drops/{slug}': { get: bySlug(read('findDrop', 'One drop', one('Drop'), noDrop)) },
      '/api/drops/{slug}/variants': {
        get: bySlug(read('listVariants', 'The variants of a drop', many('DropVariant'), noDrop)),
      },
      '/api/drops/{slug}/patches': {
        get: bySlug(read('listPatches', 'The patches of a drop', many('Patch'), noDrop)),
      },
    },
    components: {
      schemas: {
        Drop: shapeOf(apiDrop),
        DropVariant: shapeOf(apiVariant),
        Patch: shapeOf(apiPatch),
        Error: shapeOf(apiError),
      },
    },
  }
}

function shapeOf(schema: z.ZodType) {
  const { $schema: _, ...shape } = z.toJSONSchema(schema)
  return shape
}

const tag = {
  ETag: { description: 'Names this answer, for If-None-Match', schema: { type: 'string' } },
}

function read(operationId: string, summary: string, schema: object, missing?: string) {
  const json = (shape: object) => ({ 'application/json': { schema: shape } })
  return {
    operationId,
    summary,
    responses: {
      200: { description: summary, headers: tag, content: json(schema) },
      304: { description: 'Unchanged since the ETag that was sent', headers: tag },
      ...(missing && {
        404: { description: missing, content: json({ $ref: '#/components/schemas/Error' }) },
      }),
    },
  }
}

function bySlug<Operation extends object>(operation: Operation) {
  const slug = { name: 'slug', in: 'path', required: true, schema: { type: 'string' } }
  return { ...operation, parameters: [slug] }
}
