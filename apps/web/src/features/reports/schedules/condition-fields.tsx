import type { ReportContent } from '@wakeline/contract/reports/report-content';
import { MinDurationField } from '../duration-field.tsx';
import { VISIT_SECONDS } from '../fence-visits/visit-request.ts';
import { FenceField, SpeedRuleField } from '../object-select.tsx';
import { MinExcessField } from '../overspeeds/min-excess-field.tsx';
import { OVERSPEED_SECONDS } from '../overspeeds/overspeed-request.ts';
import { MinMinutesField } from '../stops/min-minutes-field.tsx';
import { ObjectField } from '../stops/object-field.tsx';
import { HandlingFields } from '../warns/handling-fields.tsx';
import { KindFields } from '../warns/kind-fields.tsx';

interface ConditionFieldsProps {
  readonly content: ReportContent;
  /** Changes fields of the filter. */
  readonly onChange: (change: object) => void;
}

/** The conditions of one report, with the fields of its page. */
export function ConditionFields({ content, onChange }: ConditionFieldsProps) {
  switch (content.report) {
    case 'stops':
      return (
        <>
          <MinMinutesField
            value={content.filter.minMinutes}
            onChange={(minMinutes) => onChange({ minMinutes })}
          />
          <ObjectField {...content.filter} onChange={onChange} />
        </>
      );
    case 'overspeeds':
      return (
        <>
          <SpeedRuleField values={content.filter.ruleIds} onChange={(ruleIds) => onChange({ ruleIds })} />
          <FenceField values={content.filter.fenceIds} onChange={(fenceIds) => onChange({ fenceIds })} />
          <MinDurationField
            value={content.filter.minSeconds}
            choices={OVERSPEED_SECONDS}
            onChange={(minSeconds) => onChange({ minSeconds })}
          />
          <MinExcessField
            value={content.filter.minExcess}
            onChange={(minExcess) => onChange({ minExcess })}
          />
        </>
      );
    case 'fenceVisits':
    case 'fenceVisitSums':
      return (
        <>
          <FenceField values={content.filter.fenceIds} onChange={(fenceIds) => onChange({ fenceIds })} />
          <MinDurationField
            value={content.filter.minSeconds}
            choices={VISIT_SECONDS}
            onChange={(minSeconds) => onChange({ minSeconds })}
          />
        </>
      );
    case 'warns':
      return (
        <>
          <KindFields {...content.filter} onChange={onChange} />
          <HandlingFields
            handling={content.filter.handling}
            isRead={content.filter.isRead ?? null}
            onChange={({ isRead, ...change }) =>
              onChange(isRead === undefined ? change : { isRead: isRead ?? undefined })
            }
          />
        </>
      );
    case 'warnCount':
      return <KindFields {...content.filter} onChange={onChange} />;
    default:
      return null;
  }
}
