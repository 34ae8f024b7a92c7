/** Medians, spreads and ratios of rounds in which every contender ran once. */

/**
 * @param {readonly number[]} values
 * @param {number} share 0.5 for the median
 */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Compares two contenders round by round: a disturbance of a round disturbs both. Returns how many times as long the other took.
 * @param {readonly number[]} other
 * @param {readonly number[]} own
 * @returns {{ median: number, low: number, high: number }} the middle half of the rounds lies between low and high
 */
export function ratio(other, own) {
  const ratios = other.map((value, round) => value / (own[round] ?? NaN));
  return { median: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/**
 * @param {{ median: number, low: number, high: number }} measured
 */
export function showRatio({ median: middle, low, high }) {
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/**
 * @param {readonly (readonly string[])[]} rows
 */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @type {{ budget: string, figure: string, met: boolean }[]} */
const budgets = [];

/**
 * Notes a budget for the list at the end.
 * @param {string} budget
 * @param {string} figure
 * @param {boolean} met
 */
export function settle(budget, figure, met) {
  budgets.push({ budget, figure, met });
}

/** The list of budgets. */
export function showBudgets() {
  return table(budgets.map(({ budget, figure, met }) => [met ? 'met' : 'MISSED', budget, figure]));
}
