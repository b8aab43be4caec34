// SPDX-License-Identifier: Apache-2.0
// The failure of a pane does not affect the others.
import { Component, type ComponentChildren } from "preact";
import { texts } from "./texts";

interface Props { name: string; of: string; children: ComponentChildren }

/** Shows an error in place of its children, until `of` changes or the user tries again. */
export class Boundary extends Component<Props, { error: unknown }> {
  state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  componentDidCatch(error: unknown): void {
    console.error(error);
  }

  componentDidUpdate({ of }: Props): void {
    if (of !== this.props.of && this.state.error !== null) this.setState({ error: null });
  }

  render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div class="notices" role="alert">
        <p>{texts.paneFailed(this.props.name, String(error))}
          <button type="button" onClick={() => this.setState({ error: null })}>{texts.again}</button></p>
      </div>
    );
  }
}
