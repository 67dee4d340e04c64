import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics of the connection to Redis. Without REDIS_URL they exist, but have no value. */
export function measureRedis(metrics: Registry) {
  const registers = [metrics]
  return {
    connected: new Gauge({
      name: 'ritmo_redis_connected',
      help: '1 while Redis answers, otherwise 0; no value without Redis',
      // A labelled metric has no value until it is set.
      labelNames: ['stream'],
      registers,
    }).labels('ritmo'),
    inStep: new Gauge({
      name: 'ritmo_redis_in_step',
      help: '1 while this server reads the messages that servers send each other, otherwise 0; no value without Redis',
      labelNames: ['stream'],
      registers,
    }).labels('ritmo'),
    errors: new Counter({
      name: 'ritmo_redis_errors_total',
      help: 'Failed attempts to reach Redis, and lost connections',
      registers,
    }),
  }
}

export type RedisMetrics = ReturnType<typeof measureRedis>
