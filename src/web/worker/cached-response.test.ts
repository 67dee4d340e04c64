import { expect, test } from 'vitest'
import { cachedResponseFor } from './cached-response.ts'

const FILES = new Set(['/assets/index-a1.js', '/icon.svg', '/index.html'])

// prettier-ignore
test.each<[method: string, mode: string, path: string, answer: string | undefined]>([
  ['GET',  'navigate', '/',                        'page'],
  ['GET',  'navigate', '/time-entries?q=api',      'page'],
  ['GET',  'navigate', '/apiary',                  'page'],
  ['GET',  'cors',     '/assets/index-a1.js',      'file'],
  ['GET',  'no-cors',  '/icon.svg?again',          'file'],
  ['GET',  'cors',     '/assets/index-of-new.js',  undefined],
  ['GET',  'cors',     '/sw.js',                   undefined],
  ['GET',  'cors',     '/',                        undefined],
  ['GET',  'cors',     '/api/tags',                undefined],
  ['GET',  'navigate', '/api',                     undefined],
  ['GET',  'navigate', '/api/docs',                undefined],
  ['GET',  'cors',     '/socket.io/?transport=x',  undefined],
  ['GET',  'navigate', '/health',                  undefined],
  ['GET',  'navigate', '/ready',                   undefined],
  ['GET',  'navigate', '/metrics',                 undefined],
  ['GET',  'navigate', '/assets/index-of-old.js',  undefined],
  ['POST', 'navigate', '/',                        undefined],
  ['PUT',  'cors',     '/assets/index-a1.js',      undefined],
])('Q7 %s %s %s is answered from the cache with: %s', (method, mode, path, answer) => {
  expect(cachedResponseFor({ method, mode, url: `https://ritmo.example.org${path}` }, FILES)).toBe(answer)
})

// prettier-ignore
test.each<[mode: string, path: string, answer: string | undefined]>([
  ['navigate', '/ritmo/',                    'page'],
  ['navigate', '/ritmo/projects',            'page'],
  ['navigate', '/ritmo/api/docs',            undefined],
  ['cors',     '/ritmo/assets/index-a1.js',  'file'],
  ['cors',     '/assets/index-a1.js',        undefined],
])('O20 below /ritmo, %s %s is answered from the cache with: %s', (mode, path, answer) => {
  const files = new Set([...FILES].map((file) => `/ritmo${file}`))
  expect(cachedResponseFor({ method: 'GET', mode, url: `https://example.org${path}` }, files, '/ritmo')).toBe(answer)
})
