import { describe, expect, test } from 'vitest'
import { rest } from './ask-rest.ts'

const SERVER = '/v1/server?verbose=false'

describe('the same answer comes', () => {
  test('with and without a trailing slash, for every path', async () => {
    for (const path of [
      '/v1/server',
      '/v1/component/ram',
      '/v1/utils/version',
      '/v1/cloud/instance/all_providers',
      '/v2/cpu-models',
    ]) {
      expect((await rest(`${path}/`)).body).toBe((await rest(path)).body)
    }
  })

  test('for power-supply and power_supply, usb-stick and usb_stick, iot-device', async () => {
    expect((await rest('/v1/component/power-supply/')).body).toBe((await rest('/v1/component/power_supply')).body)
    expect((await rest('/v1/peripheral/usb-stick')).body).toBe((await rest('/v1/peripheral/usb_stick')).body)
    expect((await rest('/v1/iot/iot-device')).body).toBe((await rest('/v1/iot/iot_device')).body)
  })

  test('for HEAD as for GET, whose body the listener leaves out', async () => {
    expect((await rest('/v1/server', undefined, 'HEAD')).status).toBe(200)
  })

  test('for GET, for POST without a body and for POST of {}, null or nothing but blanks', async () => {
    const { body } = await rest(SERVER)
    for (const sent of ['', '  \n', '{}', 'null', '{"configuration":null,"model":{}}']) {
      const posted = await rest(SERVER, sent)
      expect(posted.status).toBe(200)
      expect(posted.body).toBe(body)
    }
    expect((await rest(SERVER, undefined, 'POST')).body).toBe(body)
  })

  test('for null and absent', async () => {
    const nulls = {
      configuration: { cpu: { units: 3, tdp: null, usage: null }, ram: null, gpu: null },
      usage: { avg_power: null },
    }
    expect((await rest('/v1/server', nulls)).body).toBe(
      (await rest('/v1/server', { configuration: { cpu: { units: 3 } } })).body,
    )
  })

  test('for numbers in strings and integral floats', async () => {
    const spelled = {
      configuration: { cpu: { units: '3', tdp: '120.5' } },
      usage: { time_workload: '80', hours_life_time: '1e4' },
    }
    const meant = {
      configuration: { cpu: { units: 3, tdp: 120.5 } },
      usage: { time_workload: 80, hours_life_time: 10_000 },
    }
    expect((await rest('/v1/server', spelled)).body).toBe((await rest('/v1/server', meant)).body)
    const levels = [{ time_percentage: '100', load_percentage: '80' }]
    expect((await rest('/v1/component/cpu', { usage: { time_workload: levels } })).status).toBe(200)
    expect((await rest('/v1/component/cpu', '{"units": 2.0}')).body).toBe(
      (await rest('/v1/component/cpu', '{"units": 2}')).body,
    )
  })

  test('for an instance asked by query, by path and by body', async () => {
    const byQuery = await rest('/v1/cloud/instance?provider=aws&instance_type=m5.xlarge')
    expect((await rest('/v1/cloud/aws?instance_type=m5.xlarge')).body).toBe(byQuery.body)
    expect((await rest('/v1/cloud?provider=aws&instance_type=m5.xlarge')).body).toBe(byQuery.body)
    expect((await rest('/v1/cloud/', { provider: 'aws', instance_type: 'm5.xlarge' })).body).toBe(byQuery.body)
    const usual = await rest('/v1/cloud/instance')
    expect(usual.body).toBe((await rest('/v1/cloud/instance?provider=aws&instance_type=a1.4xlarge')).body)
  })

  test('for a drive of type nvme as for an ssd, in upper or lower case', async () => {
    const disk = (type: string) => ({ configuration: { disk: [{ type, capacity: 500 }] } })
    const ssd = await rest('/v1/server', disk('ssd'))
    for (const type of ['nvme', 'SSD', 'NVMe']) expect((await rest('/v1/server', disk(type))).body).toBe(ssd.body)
  })
})

describe('an archetype that is named of a kind that has none', () => {
  test.each(['motherboard', 'assembly'])('changes nothing: %s', async (kind) => {
    const plain = await rest(`/v1/component/${kind}`)
    expect(plain.status).toBe(200)
    expect((await rest(`/v1/component/${kind}?archetype=nope`)).body).toBe(plain.body)
    expect((await rest(`/v1/component/${kind}?archetype=nope`, {})).body).toBe(plain.body)
  })
})
