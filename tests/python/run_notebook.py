"""run_notebook.py NOTEBOOK [--write]: runs the cells of a notebook, without Jupyter, and compares texts and
pictures with the outputs that the notebook has; with --write, puts them into it."""
import ast
import contextlib
import io
import json
import os
import sys
import tempfile


def outputs_of(source, names):
    """What a cell prints, and what its last expression shows."""
    body = ast.parse(source).body
    shown = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(shown.value), "cell", "eval"), names) if shown else None
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(True)
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main(path, writes):
    with open(path) as file:
        notebook = json.load(file)
    names, number, bad = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.abspath(path)
        os.chdir(folder)
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                continue
            number += 1
            found = outputs_of("".join(cell["source"]), names)
            for output in found:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = number
            if writes:
                cell["outputs"], cell["execution_count"] = found, number
            elif found != cell["outputs"]:
                print(f"cell {number} shows\n{json.dumps(found)}\nand not\n{json.dumps(cell['outputs'])}")
                bad += 1
        os.chdir("/")
    if writes:
        with open(path, "w") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")
    print(f"{number} cells, {bad} of them show something else")
    return 1 if bad or number == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv[2:]))
