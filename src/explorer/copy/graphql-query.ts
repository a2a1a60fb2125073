import {
  CloudInstanceImpactsDocument,
  ComponentImpactsDocument,
  ExploreCloudInstanceDocument,
  ExploreComponentDocument,
  ExploreServerDocument,
  ExploreTerminalDocument,
  ServerImpactsDocument,
  TerminalImpactsDocument,
} from '../../generated/explorer-operations.ts'
import { documentText } from '../api/document-text.ts'
import type { SubjectKind } from '../subjects/subject.ts'

const FIGURES = {
  cloud: CloudInstanceImpactsDocument,
  server: ServerImpactsDocument,
  terminal: TerminalImpactsDocument,
  component: ComponentImpactsDocument,
}

const EVERYTHING = {
  cloud: ExploreCloudInstanceDocument,
  server: ExploreServerDocument,
  terminal: ExploreTerminalDocument,
  component: ExploreComponentDocument,
}

/** The query for a subject: its impacts alone, or everything that the page shows of it; of a named data release where wanted. */
export function graphqlQuery(kind: SubjectKind, isWhole: boolean, release: string): string {
  return documentText((isWhole ? EVERYTHING : FIGURES)[kind], release !== '')
}
