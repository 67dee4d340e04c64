import { checkDocuments } from '../scripts/checks/documents.ts'
import { listCommands, OPERATOR_STEPS, type OperatorStep, triedBy } from '../scripts/checks/commands.ts'
import { installPrograms } from '../scripts/topology/programs.ts'
import { type Criterion, none } from './support/criteria.ts'
import { tryAdministration } from './support/operator/administration.ts'
import { createOperator, isMet, type Operator } from './support/operator/operator.ts'
import { checkContainers, checkPrometheusRules } from './support/operator/other-programs.ts'
import { tryNginx } from './support/operator/nginx.ts'
import { tryRelease } from './support/operator/release.ts'
import { tryUnits } from './support/operator/units.ts'
import { tryMove } from './support/operator/move.ts'
import { tryUpgrades } from './support/operator/upgrades.ts'

/**
 * Follows the documents as a stranger would: from a clean checkout, with the paths of the units below a temporary folder,
 * and the server as a user without rights. Every command of the documents is executed, or at least parsed.
 */
export const drill = async () => {
  await installPrograms(['nginx', 'postgres', 'pgbouncer'])
  const operator = await createOperator()
  const criteria: Criterion[] = [none('commands, paths and links of the documents that do not hold', complaints())]
  try {
    for (const step of STEPS) criteria.push(...(await attempt(step, operator)))
  } finally {
    operator.close()
  }
  return [...criteria, none('documented commands that were not executed', notExecuted(operator.done))]
}

const STEPS = [
  tryUnits,
  tryAdministration,
  tryMove,
  tryNginx,
  tryUpgrades,
  tryRelease,
  checkContainers,
  checkPrometheusRules,
]

/** A step that throws counts as failed, and the next one still runs. */
const attempt = (step: (typeof STEPS)[number], operator: Operator): Promise<Criterion[]> =>
  step(operator).catch((error: Error) => [isMet(`${step.name} runs to its end`, false, error.message.slice(0, 1_000))])

const complaints = () => checkDocuments().output.split('\n').filter(Boolean)

const notExecuted = (done: ReadonlySet<OperatorStep>) =>
  listCommands().filter(({ command }) => {
    const step = OPERATOR_STEPS.find((name) => name === triedBy(command))
    return step !== undefined && !done.has(step)
  })
