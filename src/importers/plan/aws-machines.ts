import { listAt, numberAt, textAt } from '../json-at.ts'
import {
  type MachinesOf,
  type PlanConfiguration,
  type PlannedMachines,
  type PlanResource,
  TEMPLATE,
} from './plan-configuration.ts'

/**
 * Default type of the nodes of a group: https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html
 */
const EKS_DEFAULT = 't3.medium'
const TEMPLATES = ['aws_launch_template', 'aws_launch_configuration']

/** Machine resources of the provider aws. */
export const awsMachines: Readonly<Record<string, MachinesOf>> = {
  aws_instance: (resource, configuration) => {
    const type = textAt(resource.values, 'instance_type') ?? templateType(resource, configuration, 'launch_template')
    return [machines(resource, configuration, type, 1)]
  },
  aws_spot_instance_request: (resource, configuration) => [
    machines(resource, configuration, textAt(resource.values, 'instance_type'), 1),
  ],
  aws_autoscaling_group: (resource, configuration) => {
    const { values } = resource
    const quantity = numberAt(values, 'desired_capacity') ?? numberAt(values, 'min_size') ?? 0
    const mixed = ['mixed_instances_policy', 0, 'launch_template', 0] as const
    const type =
      textAt(values, ...mixed, 'override', 0, 'instance_type') ??
      templateType(resource, configuration, 'launch_template') ??
      templateType(resource, configuration, 'launch_configuration') ??
      templateType(resource, configuration, 'mixed_instances_policy')
    return [machines(resource, configuration, type, quantity)]
  },
  aws_eks_node_group: (resource, configuration) => {
    const { values } = resource
    const scaling = ['scaling_config', 0] as const
    const quantity = numberAt(values, ...scaling, 'desired_size') ?? numberAt(values, ...scaling, 'min_size') ?? 0
    const isOfTemplate = listAt(values, 'launch_template').length > 0
    const type =
      textAt(values, 'instance_types', 0) ??
      templateType(resource, configuration, 'launch_template') ??
      (isOfTemplate ? undefined : EKS_DEFAULT)
    return [machines(resource, configuration, type, quantity)]
  },
  aws_launch_template: () => TEMPLATE,
  aws_launch_configuration: () => TEMPLATE,
}

function machines(
  resource: PlanResource,
  configuration: PlanConfiguration,
  instanceType: string | undefined,
  quantity: number,
): PlannedMachines {
  return { provider: 'aws', instanceType, region: regionOf(resource, configuration), quantity }
}

function templateType(resource: PlanResource, configuration: PlanConfiguration, argument: string): string | undefined {
  const template = configuration.referredTo(resource, TEMPLATES, argument)
  return textAt(template?.values, 'instance_type')
}

/** The region of its zone or ARN, else that of its provider. */
function regionOf({ values, ...resource }: PlanResource, configuration: PlanConfiguration): string | undefined {
  const zone = textAt(values, 'availability_zone') ?? textAt(values, 'availability_zones', 0)
  const arn = /^arn:[\w-]+:[\w-]+:([a-z0-9-]+):/.exec(textAt(values, 'arn') ?? '')?.[1]
  return (
    textAt(values, 'region') ??
    zone?.replace(/[a-z]$/, '') ??
    arn ??
    configuration.providerSetting({ values, ...resource }, 'region')
  )
}
