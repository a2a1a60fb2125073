import { expect, test } from 'vitest'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf, inShort } from './import.ts'

test('after a plan there are the machines it leaves and makes; groups count as many as they ask for', () => {
  const { format, rows } = importOf('plan.json')
  expect(format).toBe('terraform')
  expect(Object.fromEntries(rows.map((row) => [row.path, inShort(row)]))).toEqual({
    'aws_instance.web[0]': '1 x aws/m6g.xlarge in eu-west-3',
    'aws_instance.web[1]': '1 x aws/m6g.xlarge in eu-west-3',
    'aws_launch_template.batch': 'skipped: a template: it counts in the group that uses it',
    'aws_autoscaling_group.batch': '4 x aws/c6i.large in eu-west-3',
    'module.cluster["a.b"].aws_eks_node_group.nodes': '3 x aws/t3.large in eu-north-1',
    'aws_autoscaling_group.unknown': 'faulty: the plan does not name its instance type',
    'aws_db_instance.main': 'skipped: aws_db_instance is not a known type of machine',
    'azurerm_linux_virtual_machine_scale_set.front': '5 x azure/Standard_D4s_v5 in westeurope',
    'azurerm_kubernetes_cluster.k': '2 x azure/Standard_D2s_v5 in swedencentral',
    'azurerm_kubernetes_cluster_node_pool.more': '1 x azure/Standard_D8s_v5 in swedencentral',
    'google_compute_instance_template.t': 'skipped: a template: it counts in the group that uses it',
    'google_compute_region_instance_group_manager.m': '6 x gcp/n2-standard-4 in europe-north1',
    // Two nodes in each of the three zones of a region.
    'google_container_node_pool.p': '6 x gcp/e2-standard-4 in europe-west1',
  })
})

test('before a plan there are the machines it changes and deletes', () => {
  expect(importOf('plan.json', { side: 'before' }).rows.map((row) => [row.path, inShort(row)])).toEqual([
    ['aws_instance.web[0]', '1 x aws/m5.xlarge in eu-west-3'],
    ['aws_instance.old', '1 x aws/c5.2xlarge in us-west-2'],
    ['azurerm_kubernetes_cluster.k', '2 x azure/Standard_D2s_v5 in swedencentral'],
  ])
})

test('a state is read with the modules it has', () => {
  const instance = (address: string, type: string) => ({
    address,
    mode: 'managed',
    type: 'google_compute_instance',
    values: { machine_type: type, zone: 'europe-north1-a' },
  })
  const state = {
    format_version: '1.0',
    values: {
      root_module: {
        resources: [instance('google_compute_instance.a', 'n2-standard-2')],
        child_modules: [
          { child_modules: [{ resources: [instance('module.x.module.y.google_compute_instance.b', 'e2-micro')] }] },
        ],
      },
    },
  }
  expect(importFile(JSON.stringify(state)).rows.map(inShort)).toEqual([
    '1 x gcp/n2-standard-2 in europe-north1',
    '1 x gcp/e2-micro in europe-north1',
  ])
})
